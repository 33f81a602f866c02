"""Checks a server that speaks carom.v1: `python -m carom.compliance HOST:PORT`.

For those who put proxies or gateways before a server, and for those who write servers or clients in
another language. Each check asks over plain gRPC, without Carom's client, for what the protos and the
READMEs promise; one that fails says what came, what is right, and where that is promised.

The checks load the server for some seconds, and some fill its places for long calls. They judge a server
or a way to one that has nothing else to do.

Needs protobuf and grpcio: `pip install 'carom[wire]'`.
"""
