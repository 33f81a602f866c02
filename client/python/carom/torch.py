"""Where balls end, for PyTorch: a function through which gradients go.

    import carom.torch
    values = torch.zeros(1000, 1, dtype=torch.float64, requires_grad=True)
    played = carom.torch.final_positions(simulator, game, ["strike.azimuth_rad"], values, speed=2.0)
    played.positions[played.valid].sum().backward()

Elsewhere tensors and arrays need no adapter: `torch.from_dlpack(result.positions)` shares memory, and
`carom.strikes` takes tensors.
"""
from __future__ import annotations

from typing import Any, List, Tuple

try:
    import torch
    from torch.autograd.function import once_differentiable
except ImportError as error:  # pragma: no cover
    raise ImportError("carom.torch needs PyTorch: pip install 'carom[torch]'") from error

from carom import arguments
from carom.final_positions import Played, FinalPositions
from carom.game import Game

__all__ = ["Played", "final_positions"]


def final_positions(simulator: Any, game: Game, paths: List[str], values: torch.Tensor, *,
                    invalid: str = "nan", **others: Any) -> Played:
    """Plays a shot for each row of `values` (..., paths): positions (..., balls, 3) and the mask
    `valid` (..., balls) of the balls through which gradients go, once.

    values: a tensor of a floating type in the processor's memory, for another device `values.cpu()`.
        float32 is rounded to 6e-8 of a value before and after; the engine computes in float64.

    The other arguments are those of `carom.final_positions.FinalPositions`.
    """
    function = FinalPositions(simulator, game, paths, invalid, others)
    arguments.instance("values", values, torch.Tensor, "a tensor")
    positions, ends = _FinalPositions.apply(values, function)
    return Played.of(positions, ends)


class _FinalPositions(torch.autograd.Function):
    """DLPack in place of `numpy()` and `from_numpy()`: it does not ask for which NumPy PyTorch was built."""

    @staticmethod
    def forward(ctx: Any, values: torch.Tensor, function: FinalPositions) -> Tuple[torch.Tensor, ...]:
        positions, ctx.ends, ctx.derivatives = function(values.detach())
        ctx.function = function
        return torch.from_dlpack(positions), torch.from_dlpack(ctx.ends)  # Of int8: without a gradient.

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, cotangents: torch.Tensor, _: Any) -> Tuple[torch.Tensor, None]:
        given = arguments.array("cotangents", cotangents.detach(), "real numbers", "(..., balls, 3)")
        return torch.from_dlpack(ctx.function.gradient(ctx.derivatives, ctx.ends, given)), None
