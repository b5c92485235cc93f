type Attributes = Record<string, string | number>

/** One stretch of work of a trace: a call, a job, a statement. */
export interface Span {
  /** As 32 hex digits, as it stands in log lines. */
  readonly traceId: string
  /** A statement that is sent for it. */
  child(name: string, attributes: Attributes): Span
  /** `failure`: what kind of error it ended with, never its words. */
  end(attributes?: Attributes, failure?: string): void
}

/** Where traces go. There is none unless an endpoint is set, so whoever traces asks first. */
export interface Tracing {
  /** `parent`: the header `traceparent` of who asked, where it may be trusted. */
  start(name: string, kind: 'server' | 'consumer', attributes: Attributes, parent?: string): Span
  /** Sends what is left. */
  close(): Promise<void>
}
