import type { z } from 'zod'
import type { Flag, Module } from '#shared/access/roles.ts'
import type { Emitted } from './event-names.ts'

/**
 * Who may call an endpoint. `public`: anyone. `session`: every signed-in user. `staff`: every signed-in user except customers.
 * `admin`: administrators. `customer`: customers. `portal`: customers, and office users with the right `crm.view` who view a
 * customer's portal. `module.flag`: users with that right; an array: with any of the rights; `all`: all of the conditions.
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
/** The access that a field needs in addition to that of its record; fields that are not listed need none. */
export type FieldAccess = Readonly<Record<string, Access>>
export type Right = `${Module}.${Flag}`

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Endpoint = `${Method} /${string}`

export interface RouteSpec {
  /** Required: an endpoint without `access` does not compile. */
  access: Access
  /** One sentence for the API page. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The schema of the response; other fields are left out. `null` for 204. */
  reply: z.ZodType | null
  /** Fields of the reply, or of its rows, that need a right beyond `access`; they are empty for users without it. */
  fields?: FieldAccess
  status?: 200 | 201 | 202
  /**
   * All events that a write may publish after its commit, so that the browser knows which cached queries to refetch after it.
   * Required for every write; the test server refuses an event that its route does not declare.
   */
  emits?: readonly Emitted[]
  /** Also for users who still have to set up a second factor that the company requires; `public` routes always are. */
  beforeSecondFactor?: true
  /**
   * `required`: the request moves stock or money and must have an Idempotency-Key header. `none`: its response contains a secret
   * and is never stored. Every other write uses the header if it is sent.
   */
  idempotency?: 'required' | 'none'
  /** The request is sensitive: users must have confirmed their identity within the last 15 minutes. */
  sudo?: true
  /** The request edits a shared document and must have If-Match with the version that was read; `optional`: may have it. */
  ifMatch?: true | 'optional'
  /** Optimistic locking without a version: the body contains the values that the user saw; 412 if they have changed since. */
  checksSeenContent?: true
  /** The body is a raw file (no JSON), with its maximum size in bytes. */
  upload?: { maxBytes: number; types: readonly string[] }
  /** The response is a file or a page of this content type, not JSON. */
  download?: string
  /** Responds with 404 if a record in the query, or the file, does not exist. */
  mayBeMissing?: true
}

export interface Route<S extends RouteSpec = RouteSpec> {
  readonly method: Method
  readonly path: string
  readonly spec: S
}

type Writing = Exclude<Method, 'GET'>
/** A write without `emits` does not compile. */
type WriteSpec = RouteSpec & { emits: readonly Emitted[] }

/** Declares one endpoint: its contract, through which the server serves it and the web app calls it. */
export function route<const S extends RouteSpec>(endpoint: `GET /${string}`, spec: S): Route<S>
export function route<const S extends WriteSpec>(endpoint: `${Writing} /${string}`, spec: S): Route<S>
export function route<const S extends RouteSpec>(endpoint: Endpoint, spec: S): Route<S> {
  const [method, path] = endpoint.split(' ') as [Method, string]
  return { method, path, spec }
}

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined
type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined

/** The validated input that the server's implementation receives. */
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

/** The input that a client passes. */
export type Call<S extends RouteSpec> = Given<'params', S['params']> &
  Given<'query', S['query']> &
  Given<'body', S['body']>
export type Reply<S extends RouteSpec> = S['reply'] extends z.ZodType ? z.output<S['reply']> : undefined
/** What the server's implementation returns: the reply before it is serialized. */
export type ReplyInput<S extends RouteSpec> = S['reply'] extends z.ZodType ? z.input<S['reply']> : void
