type Reply = { type(name: string): { header(name: string, value: string): unknown } }

/** Sends a PDF as a file download (attachment). */
export function sendPdf(reply: Reply, { name, content }: { name: string; content: Buffer }): never {
  reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`)
  return content as never
}
