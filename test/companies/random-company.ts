/** A generator of pseudo-random numbers below a limit; the same seed gives the same numbers. */
export function randomFrom(seed: number) {
  let state = (seed * 7919 + 17) % 2_147_483_648
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/**
 * The seeds of the random companies in this test run; they change every day. REPORT_COMPANIES=20 sets their number,
 * REPORT_SEED=7 the first one (a failing test names its seed).
 */
export function companySeeds(usual: number): number[] {
  const count = Number(process.env['REPORT_COMPANIES'] ?? usual)
  const first = Number(process.env['REPORT_SEED'] ?? 1 + (Math.floor(Date.now() / 86_400_000) % 1000) * usual)
  return Array.from({ length: count }, (_none, at) => first + at)
}

/** All rows of a list, from all pages. */
export async function everyRow<T>(
  page: (query: { limit: 200; cursor?: string }) => Promise<{ data: T[]; nextCursor: string | null }>,
): Promise<T[]> {
  const rows: T[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, nextCursor } = await page({ limit: 200, ...(cursor && { cursor }) })
    rows.push(...data)
    cursor = nextCursor
  }
  return rows
}
