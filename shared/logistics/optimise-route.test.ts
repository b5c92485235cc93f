import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exactOrder } from './optimiser/construct.ts'
import { makeInstance } from './optimiser/instances.ts'
import { asRouteModel } from './optimiser/route-model.ts'
import { compareTimings, scheduleOrder } from './optimiser/schedule.ts'
import { searchRoute } from './optimiser/search-route.ts'
import { problemOf, publishedRoutes } from '#test/published-routes.ts'
import { optimiseRoute, optimiseRounds, type RouteProblem } from './optimise-route.ts'

const seconds = fc.integer({ min: 0, max: 2000 })

/**
 * Random problems: asymmetric travel times, time windows that may be impossible, service times, up to two locked stops.
 */
const problems = (maxStops: number): fc.Arbitrary<RouteProblem> =>
  fc.integer({ min: 0, max: maxStops }).chain((stops) =>
    fc
      .record({
        travelSeconds: fc.array(fc.array(seconds, { minLength: stops + 2, maxLength: stops + 2 }), {
          minLength: stops + 2,
          maxLength: stops + 2,
        }),
        windows: fc.array(
          fc.record({ from: fc.integer({ min: 0, max: 6000 }), length: fc.integer({ min: 0, max: 9000 }) }),
          { minLength: stops + 2, maxLength: stops + 2 },
        ),
        serviceSeconds: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: stops + 2, maxLength: stops + 2 }),
        locks: fc.uniqueArray(
          fc.tuple(
            fc.integer({ min: 1, max: Math.max(1, stops) }),
            fc.integer({ min: 0, max: Math.max(0, stops - 1) }),
          ),
          { maxLength: Math.min(2, stops), selector: ([stop]) => stop },
        ),
        seed: fc.integer({ min: 0, max: 1e9 }),
      })
      .map(({ windows, locks, ...rest }) => ({
        ...rest,
        windows: windows.map(({ from, length }) => ({ from, to: from + length })),
        locked: new Map(locks.filter(([, place], index) => locks.findIndex((one) => one[1] === place) === index)),
      })),
  )

const rounds = (maximum: number) => (done: number) => done >= maximum
const sorted = (order: readonly number[]) => order.toSorted((a, b) => a - b)
const allStops = (problem: RouteProblem) => problem.travelSeconds.slice(2).map((_, index) => index + 1)

/** The best of all permutations. */
function bruteForce(problem: RouteProblem) {
  const model = asRouteModel(problem)
  let best: ReturnType<typeof scheduleOrder> | null = null
  const visit = (order: number[], open: number[]) => {
    if (open.length === 0) {
      const plan = scheduleOrder(model, order)
      if (!best || compareTimings(plan, best) < 0) best = plan
    }
    for (const stop of open) {
      const place = problem.locked?.get(stop)
      const taken = [...(problem.locked ?? [])].find(([, at]) => at === order.length)
      if ((place ?? order.length) === order.length && (!taken || taken[0] === stop)) {
        visit(
          [...order, stop],
          open.filter((other) => other !== stop),
        )
      }
    }
  }
  visit([], allStops(problem))
  return best as unknown as ReturnType<typeof scheduleOrder>
}

const rank = ({ lateSeconds, travelSeconds, endsAt }: ReturnType<typeof scheduleOrder>) => ({
  lateSeconds,
  travelSeconds,
  endsAt,
})

describe('[RTE-02] optimising a route', () => {
  test('visits every stop once, locked stops at their positions, and is never worse than the given order', () => {
    fc.assert(
      fc.property(problems(14), (problem) => {
        const plan = optimiseRounds(problem, rounds(20))
        expect(sorted(plan.order)).toEqual(allStops(problem))
        for (const [stop, place] of problem.locked ?? []) expect(plan.order[place]).toBe(stop)
        const model = asRouteModel(problem)
        const free = allStops(problem).filter((stop) => !problem.locked?.has(stop))
        const given = allStops(problem).map((_, place) => {
          const lock = [...(problem.locked ?? [])].find(([, at]) => at === place)
          return lock ? lock[0] : free.shift()!
        })
        expect(compareTimings(plan, scheduleOrder(model, given))).toBeLessThanOrEqual(0)
        expect(plan).toEqual(scheduleOrder(model, plan.order))
      }),
      { numRuns: 150 },
    )
  })

  test('finds the optimum of up to six stops (compared with brute force)', () => {
    fc.assert(
      fc.property(problems(6), (problem) => {
        expect(rank(optimiseRoute({ ...problem, budgetMs: 50 }))).toEqual(rank(bruteForce(problem)))
      }),
      { numRuns: 120 },
    )
  })

  test('the search alone finds the optimum of eight stops, too (compared with the exact method)', () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const problem = makeInstance(
        seed,
        8,
        seed % 3 === 0 ? 'none' : seed % 3 === 1 ? 'wide' : 'narrow',
        seed % 2 === 0,
      )
      const model = asRouteModel(problem)
      const given = allStops(problem)
      const found = scheduleOrder(model, searchRoute(model, [given], seed, rounds(200)))
      expect(rank(found)).toEqual(rank(scheduleOrder(model, exactOrder(model, given))))
    }
  })

  test('is never late on instances for which an order without lateness exists', () => {
    for (const stops of [20, 40]) {
      for (const width of ['wide', 'narrow'] as const) {
        const plan = optimiseRounds(makeInstance(stops, stops, width), rounds(5))
        expect(plan.lateSeconds).toBe(0)
      }
    }
  })

  test('returns the same result for the same seed and number of rounds', () => {
    const problem = makeInstance(7, 25, 'wide')
    expect(optimiseRounds({ ...problem, seed: 3 }, rounds(30))).toEqual(
      optimiseRounds({ ...problem, seed: 3 }, rounds(30)),
    )
  })

  test('does not count waiting as travel; counts departure after the window as late', () => {
    const plan = optimiseRoute({
      travelSeconds: [
        [0, 10, 0],
        [10, 0, 10],
        [0, 10, 0],
      ],
      windows: [
        { from: 0, to: 1000 },
        { from: 100, to: 150 },
        { from: 0, to: 1000 },
      ],
      serviceSeconds: [0, 60, 0],
    })
    expect(plan).toEqual({ order: [1], travelSeconds: 20, lateSeconds: 10, endsAt: 170, arrivals: [10] })
  })

  test('refuses contradictory input: missing service times, a lock out of range, two locks on one position', () => {
    const problem = makeInstance(1, 3, 'none')
    expect(() => optimiseRoute({ ...problem, serviceSeconds: [0] })).toThrow(RangeError)
    expect(() => optimiseRoute({ ...problem, locked: new Map([[1, 3]]) })).toThrow(RangeError)
    expect(() =>
      optimiseRoute({
        ...problem,
        locked: new Map([
          [1, 0],
          [2, 0],
        ]),
      }),
    ).toThrow(RangeError) // prettier-ignore
  })
})

test.each(publishedRoutes.map((one) => [one.name, one] as const))(
  '[RTE-01] %s: is at most 1 % longer than the proven shortest round trip, and never shorter',
  (_name, one) => {
    const { travelSeconds, order } = optimiseRounds(problemOf(one), rounds(2000))
    expect(sorted(order)).toEqual(one.points.slice(1).map((_, at) => at + 1))
    expect(travelSeconds).toBeGreaterThanOrEqual(one.shortest)
    expect(travelSeconds).toBeLessThanOrEqual(one.shortest * 1.01)
  },
)
