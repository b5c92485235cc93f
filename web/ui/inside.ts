import type { SyntheticEvent } from 'react'

/**
 * Whether an event came from within the element in the DOM: React also bubbles events from dialogs that were opened from
 * it.
 */
export const isInside = ({ currentTarget, target }: SyntheticEvent) => currentTarget.contains(target as Node)
