type Attributes = Record<string, string | number>

/** One span of a trace: a request, a job, a statement. */
export interface Span {
  /** 32 hex digits, as in log lines. */
  readonly traceId: string
  /** Starts a child span, for a statement. */
  child(name: string, attributes: Attributes): Span
  /** `failure`: the kind of error that it ended with, never its message. */
  end(attributes?: Attributes, failure?: string): void
}

/** Exports traces. Undefined unless an endpoint is set, so callers check for it. */
export interface Tracing {
  /** `parent`: the request's header `traceparent`, if its sender is trusted. */
  start(name: string, kind: 'server' | 'consumer', attributes: Attributes, parent?: string): Span
  /** Sends the spans that are still queued. */
  close(): Promise<void>
}
