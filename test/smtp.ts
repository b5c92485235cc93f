import { afterFile } from './after-file.ts'
import { openSmtpSink } from './smtp-sink.ts'

/** Starts a fake mail server, which is closed when the test file ends. */
export async function mailServer(...options: Parameters<typeof openSmtpSink>) {
  const sink = await openSmtpSink(...options)
  afterFile(sink.close)
  return sink
}
