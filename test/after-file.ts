/*
 * Test files share a process, so what one opened is closed when it ends, also what a test of it opened: inside of a test
 * Vitest's own afterAll does nothing.
 */

const ends: (() => unknown)[] = []

/** Runs when this test file ends, the last that was asked for first. */
export const afterFile = (end: () => unknown): void => void ends.push(end)

export async function endFile(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}
