import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '#shared/http/paging.ts'
import { ApiError } from '#web/api/api-error.ts'
import { showError } from '#web/api/toasts.ts'

/** Query key of a column's cards. It begins with the route's path, so the events that refetch the list refetch it too. */
export const columnKey = (path: string, query: object, column: string) => [path, 'board', query, column] as const

export type BoardChange<Row> = {
  row: Row
  /** The card as it looks in its new column, until the server replies. */
  moved: Row
  from: string
  to: string
  /** Names of the card and its new column: "Gloves", "Proposal". */
  name: string
  toName: string
  /** The call; if it throws, the card moves back. */
  act: () => Promise<unknown>
}

type Cards<Row> = InfiniteData<Page<Row>, string | undefined>

/**
 * Moves cards of a board as optimistic updates, and back if the server refuses. `announcement` reports the last move to
 * screen readers.
 */
export function useBoardTransitions<Row extends { id: string }>(path: string, query: object) {
  const client = useQueryClient()
  const [announcement, setAnnouncement] = useState('')
  const announce = (name: string, toName: string) => setAnnouncement(`${name} moved to ${toName}.`)
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  /** Resolves to true on success. */
  async function move({ row, moved, from, to, name, toName, act }: BoardChange<Row>): Promise<boolean> {
    const keys = { from: columnKey(path, query, from), to: columnKey(path, query, to) }
    // A reply requested before the move would put the card back.
    await client.cancelQueries({ queryKey: [path, 'board'] })
    setBusy((ids) => new Set([...ids, row.id]))
    client.setQueryData<Cards<Row>>(keys.from, (cards) => cards && without(cards, row.id))
    client.setQueryData<Cards<Row>>(keys.to, (cards) => cards && withFirst(cards, moved))
    announce(name, toName)
    try {
      await act()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      client.setQueryData<Cards<Row>>(keys.to, (cards) => cards && without(cards, row.id))
      client.setQueryData<Cards<Row>>(keys.from, (cards) => cards && withFirst(cards, row))
      setAnnouncement(`${name} was not moved: ${reasonOf(error)}`)
      void client.invalidateQueries({ queryKey: [path] })
      showError(error.status === 412 ? meanwhile(error) : error)
      return false
    } finally {
      setBusy((ids) => new Set([...ids].filter((id) => id !== row.id)))
    }
  }
  return {
    move,
    /** For a card moved by other means, such as a dialog. */
    announce,
    announcement,
    busy,
  }
}

const othersWords = 'It was changed by someone else. The board now shows the current state.'
const reasonOf = (error: ApiError) => (error.status === 412 ? othersWords : error.message)
const meanwhile = ({ status, code }: ApiError) => new ApiError(othersWords, { status, code })

function without<Row extends { id: string }>(cards: Cards<Row>, id: string): Cards<Row> {
  const had = cards.pages.some((page) => page.data.some((row) => row.id === id))
  if (!had) return cards
  return {
    ...cards,
    pages: cards.pages.map((page) => ({
      ...page,
      data: page.data.filter((row) => row.id !== id),
      total: page.total - 1,
    })),
  }
}

function withFirst<Row extends { id: string }>(cards: Cards<Row>, row: Row): Cards<Row> {
  const [first, ...rest] = without(cards, row.id).pages
  if (!first) return cards
  const grown = (page: Page<Row>) => ({ ...page, total: page.total + 1 })
  return { ...cards, pages: [{ ...grown(first), data: [row, ...first.data] }, ...rest.map(grown)] }
}
