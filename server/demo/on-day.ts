import type { Work } from '#server/kernel/work.ts'

export type On = <T>(daysAgo: number, act: (work: Work) => Promise<T>) => Promise<T>
