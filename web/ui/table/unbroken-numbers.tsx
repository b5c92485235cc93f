import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from 'react'

/*
 * What stays in one piece where a text is broken into lines: the numbers of documents, of which a hyphen is no place to break them,
 * house numbers and plates.
 */

const documentNumbers = /([A-Z]+-\d[\d-]*)/
const houseNumbers = /(\d[\w/-]* [^\s,]{1,20}|[^\s,]{1,20} \d[\w/-]*)/

/** A text in one piece, such as a plate. */
export const unbroken = (text: string, key?: number) => (
  <span key={key} className="whitespace-nowrap">
    {text}
  </span>
)

function inPieces(text: string, pattern: RegExp): ReactNode {
  const parts = text.split(pattern)
  return parts.length === 1 ? text : parts.map((part, at) => (at % 2 === 0 ? part : unbroken(part, at)))
}

/** A text with the numbers of documents in one piece. */
export const unbrokenNumbers = (text: string): ReactNode => inPieces(text, documentNumbers)

/** The same for all texts of what is shown, as far as it is no component of its own. */
export function unbrokenNumbersIn(node: ReactNode): ReactNode {
  if (typeof node === 'string') return unbrokenNumbers(node)
  if (Array.isArray(node)) return Children.map(node, unbrokenNumbersIn)
  if (!isValidElement<{ children?: ReactNode }>(node)) return node
  if (node.type !== Fragment && typeof node.type !== 'string') return node
  const { children } = node.props
  return children ? cloneElement(node, undefined, unbrokenNumbersIn(children)) : node
}

/** The same for the placeholder of a field, which has no elements: a word joiner follows each hyphen. */
export const unbrokenPlaceholder = (text: string): string =>
  text
    .split(documentNumbers)
    .map((part, at) => (at % 2 === 0 ? part : part.replaceAll('-', '-\u2060')))
    .join('')

/** The same for a text that is in the document already. */
export function keepNumbersUnbroken(element: Element): void {
  const [text, ...more] = element.childNodes
  if (!(text instanceof Text) || more.length > 0) return
  const parts = text.data.split(documentNumbers)
  if (parts.length === 1) return
  const pieces = parts.map((part, at) => {
    if (at % 2 === 0) return part
    const piece = document.createElement('span')
    piece.className = 'whitespace-nowrap'
    piece.textContent = part
    return piece
  })
  element.replaceChildren(...pieces)
}

/** An address with house numbers beside their streets: "3 Market Avenue", "Main Street 12". */
export const unbrokenAddress = (text: string): ReactNode => inPieces(text, houseNumbers)

/** "Van 2, 12-D-34567", the plate in one piece. */
export const vehicleWords = ({ name, plate }: { name: string; plate: string | null }): ReactNode =>
  plate ? (
    <>
      {name}, {unbroken(plate)}
    </>
  ) : (
    name
  )
