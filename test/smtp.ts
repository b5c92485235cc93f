import { afterFile } from './after-file.ts'
import { openSmtpSink } from './smtp-sink.ts'

/** A mail server for the tests of a file. */
export async function mailServer(...options: Parameters<typeof openSmtpSink>) {
  const sink = await openSmtpSink(...options)
  afterFile(sink.close)
  return sink
}
