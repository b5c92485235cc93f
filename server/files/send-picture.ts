import { Refusal } from '#shared/http/refusal.ts'
import type { StoredFiles } from './stored-files.ts'

interface Reply {
  header(name: string, value: string): Reply
  type(name: string): Reply
}

/** Sends a stored picture, which never changes under its URL. Throws NOT_FOUND. */
export async function sendPicture(reply: Reply, files: StoredFiles, id: string, kind: string): Promise<never> {
  const content = await files.read(id, kind)
  if (!content) throw new Refusal('NOT_FOUND')
  reply
    .header('cache-control', 'private, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type('image/webp')
  return content as never
}
