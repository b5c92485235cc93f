import { z } from 'zod'

/** How the version of an answer is read, for its ETag: what a reply's schema says to have one gets one, and nothing else. */
export function versionReader(reply: z.ZodType | null): (result: unknown) => number | undefined {
  const hasVersion = reply instanceof z.ZodObject && 'version' in reply.shape
  return (result) => (hasVersion ? Number((result as { version: unknown }).version) : undefined)
}
