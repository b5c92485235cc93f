import type { SyntheticEvent } from 'react'

/** Whether an event came from within the element itself: React hands on also those of a dialog that was opened from it. */
export const isInside = ({ currentTarget, target }: SyntheticEvent) => currentTarget.contains(target as Node)
