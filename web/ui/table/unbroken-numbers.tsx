import type { ReactNode } from 'react'

/** Keeps document numbers in a text from breaking at a hyphen. */
export const unbrokenNumbers = (text: string): ReactNode =>
  text.split(/([A-Z]+-\d[\d-]*)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
