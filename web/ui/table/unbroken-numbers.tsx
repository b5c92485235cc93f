import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from 'react'

/* Keeps document numbers (at their hyphens), dates, house numbers and licence plates from breaking across lines. */

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec'
/** Document numbers, and dates as `formatDay` writes them. */
const wholeNumbers = new RegExp(`([A-Z]+-\\d[\\d-]*|\\b\\d{1,2} (?:${months}) \\d{4}\\b)`)
const houseNumbers = /(\d[\w/-]* [^\s,]{1,20}|[^\s,]{1,20} \d[\w/-]*)/

/** A text that doesn't break, such as a plate. */
export const unbroken = (text: string, key?: number) => (
  <span key={key} className="whitespace-nowrap">
    {text}
  </span>
)

function inPieces(text: string, pattern: RegExp): ReactNode {
  const parts = text.split(pattern)
  return parts.length === 1 ? text : parts.map((part, at) => (at % 2 === 0 ? part : unbroken(part, at)))
}

/** Keeps the document numbers and dates in a text from breaking. */
export const unbrokenNumbers = (text: string): ReactNode => inPieces(text, wholeNumbers)

/** The same for the texts within elements; those of components stay as they are. */
export function unbrokenNumbersIn(node: ReactNode): ReactNode {
  if (typeof node === 'string') return unbrokenNumbers(node)
  if (Array.isArray(node)) return Children.map(node, unbrokenNumbersIn)
  if (!isValidElement<{ children?: ReactNode }>(node)) return node
  if (node.type !== Fragment && typeof node.type !== 'string') return node
  const { children } = node.props
  return children ? cloneElement(node, undefined, unbrokenNumbersIn(children)) : node
}

/** The same for a placeholder, which can't contain elements: puts a word joiner after each hyphen. */
export const unbrokenPlaceholder = (text: string): string =>
  text
    .split(wholeNumbers)
    .map((part, at) => (at % 2 === 0 ? part : part.replaceAll('-', '-\u2060')))
    .join('')

/** Keeps house numbers on the line of their street: "3 Market Avenue", "Main Street 12". */
export const unbrokenAddress = (text: string): ReactNode => inPieces(text, houseNumbers)

/** "Van 2, 12-D-34567"; the plate breaks only if it is longer than a line. */
export const vehicleWords = ({ name, plate }: { name: string; plate: string | null }): ReactNode =>
  plate ? (
    <>
      {name}, <span className="wrap-anywhere inline-block max-w-full">{plate}</span>
    </>
  ) : (
    name
  )
