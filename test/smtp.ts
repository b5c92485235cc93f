import { afterFile } from './after-file.ts'
import { openSmtpSink } from './smtp-sink.ts'

/** A mail server for the tests of a file. */
export async function mailServer() {
  const sink = await openSmtpSink()
  afterFile(sink.close)
  return sink
}
