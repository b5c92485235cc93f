import type { ReactNode } from 'react'

/** A text with the numbers of documents in one piece: a hyphen is no place to break them. */
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
