import { afterAll } from 'vitest'
import { openSmtpSink } from './smtp-sink.ts'

/** A mail server for the tests of a file. */
export async function mailServer() {
  const sink = await openSmtpSink()
  afterAll(sink.close)
  return sink
}
