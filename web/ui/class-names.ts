import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({ extend: { theme: { text: ['table'], shadow: ['overlay'] } } })

/** Joins class names; of two that say the same thing the later one wins. */
export function cn(...classes: ClassValue[]) {
  return merge(clsx(classes))
}
