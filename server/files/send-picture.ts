import { Refusal } from '#shared/http/refusal.ts'
import type { StoredFiles } from './stored-files.ts'

interface Reply {
  header(name: string, value: string): Reply
  type(name: string): Reply
}

/** Answers a stored picture, which never changes under its address. Throws NOT_FOUND where the file is not there. */
export async function sendPicture(reply: Reply, files: StoredFiles, id: string, kind: string): Promise<never> {
  const content = await files.read(id, kind)
  if (!content) throw new Refusal('NOT_FOUND')
  reply
    .header('cache-control', 'private, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type('image/webp')
  return content as never
}
