import { z } from 'zod'

/** Reads the version of a response for its ETag. Only responses whose schema has the field `version` get an ETag. */
export function versionReader(reply: z.ZodType | null): (result: unknown) => number | undefined {
  const hasVersion = reply instanceof z.ZodObject && 'version' in reply.shape
  return (result) => (hasVersion ? Number((result as { version: unknown }).version) : undefined)
}
