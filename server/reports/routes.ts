import type { Serve, ServeDeps } from '#server/http/serve.ts'

export function serveReports(_serve: Serve, _deps: ServeDeps): void {}
