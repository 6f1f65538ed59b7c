# Each target is one line that you could as well type.
FUZZTIME ?= 10s
export CGO_ENABLED ?= 0

.PHONY: build test race lint format fuzz bench cover generate e2e faults compare ci

build: ## a static binary, ./conclaude
	go build -trimpath -ldflags "-s -w" -o conclaude ./cmd/conclaude

test:
	go test ./...

race: ## needs a C compiler
	CGO_ENABLED=1 go test -race -shuffle=on ./...

lint:
	golangci-lint run ./...

format:
	golangci-lint fmt ./...

fuzz: ## each target for FUZZTIME
	.ci/fuzz $(FUZZTIME)

bench: ## every figure against its target, in two minutes
	.ci/bench

cover:
	go test -coverpkg ./... -coverprofile cover.prof ./... && go tool cover -func cover.prof | tail -1

generate:
	go generate ./...

e2e: ## with the real Claude Code; needs npm and tmux
	go test -tags e2e -parallel 2 -timeout 10m ./e2e

faults: ## the counts of docs/faults.md, in some minutes; the figures are in the log
	CONCLAUDE_FAULTS=full go test -count=1 -v -timeout 20m ./internal/fault

compare: ## with what people would use instead; needs the module proxy the first time
	cd internal/compare && go test -bench . -benchtime 1x

ci: ## all that the workflow checks on Linux
	.ci/run
