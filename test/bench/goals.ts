import type { Measured } from './measure.ts'

export interface Verdict {
  id: string
  goal: string
  value: number | null
  unit: string
  /** Null if it could not be measured. */
  met: boolean | null
}

export interface Extras {
  readyMs: number
  idleMb: number
  loadedMb: number
  importSeconds: number | null
}

/** The measurable goals of the project, each with its result. Ratios compare sides of one run. */
export function judge(measured: readonly Measured[], extras: Extras): Verdict[] {
  const maxClients = Math.max(...measured.map((row) => row.clients))
  const find = (work: string, side: string) =>
    measured.find((row) => row.work === work && row.side === side && row.clients === maxClients)
  const ratio = (work: string, side: string) => divide(find(work, 'ours')?.perSecond, find(work, side)?.perSecond)
  /** The ratio to the faster of two: the statement written by hand, or the app's own; both return the page's data. */
  const ofLeast = (work: string) => {
    const found = [ratio(work, 'least'), ratio(work, 'bare')].filter((one) => one !== null)
    return found.length > 0 ? Math.min(...found) : null
  }
  const counted = divide(find('list', 'counted')?.perSecond, find('list', 'raw')?.perSecond)
  const processorTime = (work: string) =>
    divide(find(work, 'ours')?.processorMs ?? undefined, find(work, 'raw')?.processorMs ?? undefined)
  const statements = (work: string) => find(work, 'ours')?.statements ?? null
  const atLeast = (id: string, goal: string, value: number | null, least: number) =>
    verdict(id, `${goal} >= ${least}`, value, '×', (number) => number >= least)
  const atMost = (id: string, goal: string, value: number | null, largest: number, unit = '') =>
    verdict(id, `${goal} <= ${largest}`, value, unit, (number) => number <= largest)
  return [
    atLeast('P1', `list, ${maxClients} clients, of bare Fastify`, ratio('list', 'bare'), 0.6),
    atMost(
      'P2',
      'cost of a deep page over the first',
      divide(find('list', 'ours')?.perSecond, find('deep', 'ours')?.perSecond),
      1.2,
      '×',
    ),
    atLeast('P3', 'list with its count over one without, the count never remembered,', counted, 0.8),
    atLeast('P4', `search, ${maxClients} clients, of the raw statement`, ratio('search', 'raw'), 0.4),
    atLeast('P5', `read, ${maxClients} clients, of bare Fastify`, ratio('read', 'bare'), 0.5),
    atLeast('P6', `confirm, ${maxClients} clients, of one raw transaction`, ratio('confirm', 'raw'), 0.5),
    atLeast('P6', `confirm of one hot item, ${maxClients} clients, of raw`, ratio('hot', 'raw'), 0.6),
    atMost('P7', 'statements of a list', statements('list'), 3),
    atMost('P7', 'statements of a read', statements('read'), 4),
    atMost('P7', 'statements of a create', statements('create'), 6),
    atMost('P7', 'statements of a confirm', statements('confirm'), 10),
    atMost('P7', 'trips to the database of a confirm', find('confirm', 'ours')?.trips ?? null, 6),
    atMost('P10', 'import of the real file, seconds', extras.importSeconds, 60, 's'),
    atMost('P11', 'warm start to ready, ms', extras.readyMs, 2000, 'ms'),
    atMost('P11', 'memory idle, MB', extras.idleMb || null, 150, 'MB'),
    atMost('P11', 'memory loaded, MB', extras.loadedMb || null, 250, 'MB'),
    atMost('P15', 'processor time of a create over raw', processorTime('create'), 3, '×'),
    atMost('P15', 'processor time of a confirm over raw', processorTime('confirm'), 3, '×'),
    atLeast('P16', 'list of the least SQL behind bare Fastify', ofLeast('list'), 0.6),
    atLeast('P16', 'read of the least SQL', ofLeast('read'), 0.5),
    atLeast('P16', 'search of the least SQL', ofLeast('search'), 0.5),
  ]
}

const divide = (value: number | undefined, by: number | undefined): number | null =>
  value === undefined || !by ? null : value / by

function verdict(
  id: string,
  goal: string,
  value: number | null,
  unit: string,
  isMet: (value: number) => boolean,
): Verdict {
  return { id, goal, value, unit, met: value === null ? null : isMet(value) }
}
