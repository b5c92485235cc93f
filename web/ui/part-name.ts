import { createContext } from 'react'

/** What the card or the table around is called: an error inside it says what could not be loaded. */
export const PartName = createContext<string | undefined>(undefined)
