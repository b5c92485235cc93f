import type { z } from 'zod'
import type { Flag, Module } from '#shared/access/roles.ts'
import type { Emitted } from './event-names.ts'

/**
 * Who may call an endpoint. `public`: anybody. `session`: everybody signed in. `staff`: everybody signed in but customers.
 * `admin`: administrators. `customer`: customers. `portal`: customers, and of the office who may see customers and has opened the
 * view of one. `module.flag`: that right; an array: any one of them; `all`: each of them.
 */
export type Access =
  | 'public'
  | 'session'
  | 'staff'
  | 'admin'
  | 'customer'
  | 'portal'
  | Right
  | readonly Right[]
  | { readonly all: readonly Access[] }
/** Which right a field needs, beyond that to the record it is in; what is not named has none of its own. */
export type FieldAccess = Readonly<Record<string, Access>>
export type Right = `${Module}.${Flag}`

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Endpoint = `${Method} /${string}`

export interface RouteSpec {
  /** Required: an endpoint without a stated permission does not compile. */
  access: Access
  /** One sentence for the API page. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** What the server answers; unknown columns are cut off by it. `null` for 204. */
  reply: z.ZodType | null
  /** Fields of the reply, or of its rows, that need a right beyond `access`; they are empty for whoever lacks it. */
  fields?: FieldAccess
  status?: 200 | 201 | 202
  /**
   * The events of a write: all that it may announce after its commit, so the browser knows which queries its answer makes old.
   * Every write states them; the tests' server refuses an event that its call did not state.
   */
  emits?: readonly Emitted[]
  /** Also for who still owes the second factor that the company demands; what is `public` is so anyway. */
  beforeSecondFactor?: true
  /**
   * `required`: the call moves stock or money and must carry Idempotency-Key. `none`: its answer holds a secret and is never
   * stored. Every other write honours the header.
   */
  idempotency?: 'required' | 'none'
  /** The call has consequences: it needs a proof of who asks that is no older than 15 minutes. */
  sudo?: true
  /** The call edits a shared document and must carry If-Match with the version that was read; `optional`: may carry it. */
  ifMatch?: true | 'optional'
  /** Without a version: the body says what was seen, and 412 answers where that has changed meanwhile. */
  checksSeenContent?: true
  /** The body is a file sent raw (no JSON); its largest size in bytes. */
  upload?: { maxBytes: number; types: readonly string[] }
  /** The answer is a file or a page, not JSON. */
  download?: string
  /** What the query names may not be there, or there is no such file: 404. */
  mayBeMissing?: true
}

export interface Route<S extends RouteSpec = RouteSpec> {
  readonly method: Method
  readonly path: string
  readonly spec: S
}

type Writing = Exclude<Method, 'GET'>
/** A write that does not say what it emits does not compile. */
type WriteSpec = RouteSpec & { emits: readonly Emitted[] }

/** Declares one endpoint; the server serves it and the web calls it through this object. */
export function route<const S extends RouteSpec>(endpoint: `GET /${string}`, spec: S): Route<S>
export function route<const S extends WriteSpec>(endpoint: `${Writing} /${string}`, spec: S): Route<S>
export function route<const S extends RouteSpec>(endpoint: Endpoint, spec: S): Route<S> {
  const [method, path] = endpoint.split(' ') as [Method, string]
  return { method, path, spec }
}

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined
type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined

/** What the server's function receives, after checking. */
export interface RequestOf<S extends RouteSpec> {
  params: OutputOf<S['params']>
  query: OutputOf<S['query']>
  body: OutputOf<S['body']>
}

type Given<K extends string, T> = T extends z.ZodType
  ? Record<never, never> extends z.input<T>
    ? { [P in K]?: InputOf<T> }
    : { [P in K]: InputOf<T> }
  : { [P in K]?: undefined }

/** What a caller passes. */
export type Call<S extends RouteSpec> = Given<'params', S['params']> &
  Given<'query', S['query']> &
  Given<'body', S['body']>
export type Reply<S extends RouteSpec> = S['reply'] extends z.ZodType ? z.output<S['reply']> : undefined
/** What the server's function returns: the reply before it is serialised. */
export type ReplyInput<S extends RouteSpec> = S['reply'] extends z.ZodType ? z.input<S['reply']> : void
