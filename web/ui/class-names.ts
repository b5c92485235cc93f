import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({ extend: { theme: { text: ['table'], shadow: ['overlay'] } } })

/** Joins class names; of conflicting Tailwind classes the last one wins. */
export function cn(...classes: ClassValue[]) {
  return merge(clsx(classes))
}
