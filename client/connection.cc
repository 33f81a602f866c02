#include "carom/client/connection.h"

#include <utility>

#include "client/internal/background.h"

namespace carom {

Connection::Connection() : background_(std::make_unique<Background>()) {}

Connection::~Connection() = default;

void Connection::SimulateAsync(carom::v1::SimulateRequest request, SimulateCallback done,
                               CallOptions options) {
  EndLater(std::move(done), Simulate(request, options));
}

void Connection::EndLater(SimulateCallback done,
                          absl::StatusOr<carom::v1::SimulateResponse> result) {
  const auto end = std::make_shared<Background::Work>(
      [done = std::move(done), result = std::move(result)](
          const std::stop_token&) mutable noexcept { done(std::move(result)); });
  if (!background_->Start(end)) (*end)({});
}

}  // namespace carom
