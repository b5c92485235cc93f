import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DayProblem, type DayStop, type DayVehicle, planDayRounds } from './plan-day.ts'

const few = (max: number) => fc.integer({ min: 0, max })

const problems: fc.Arbitrary<DayProblem> = fc
  .record({ stops: fc.integer({ min: 0, max: 14 }), vehicles: fc.integer({ min: 1, max: 3 }) })
  .chain(({ stops, vehicles }) =>
    fc.record({
      travelSeconds: fc.array(fc.array(few(2500), { minLength: stops + 1, maxLength: stops + 1 }), {
        minLength: stops + 1,
        maxLength: stops + 1,
      }),
      stops: fc.tuple(
        ...Array.from({ length: stops }, (_, place) =>
          fc.record({
            place: fc.constant(place + 1),
            window: fc
              .record({ from: few(20_000), length: few(20_000) })
              .map(({ from, length }) => ({ from, to: from + length })),
            serviceSeconds: few(900),
            grams: few(50_000),
            packages: few(20),
            isCold: fc.boolean(),
          }),
        ),
      ) as fc.Arbitrary<DayStop[]>,
      vehicles: fc.array(
        fc.record({
          start: fc.constant(0),
          end: fc.constant(0),
          hours: fc.constant({ from: 0, to: 25_000 }),
          maxGrams: fc.option(few(150_000)),
          maxPackages: fc.option(few(60)),
          hasColdBox: fc.boolean(),
        }),
        { minLength: vehicles, maxLength: vehicles },
      ) as fc.Arbitrary<DayVehicle[]>,
    }),
  )

const stop = (place: number, more: Partial<DayStop> = {}): DayStop => ({
  place,
  window: { from: 0, to: 40_000 },
  serviceSeconds: 300,
  grams: 1000,
  packages: 1,
  isCold: false,
  ...more,
})
const van = (more: Partial<DayVehicle> = {}): DayVehicle => ({
  start: 0,
  end: 0,
  hours: { from: 0, to: 40_000 },
  maxGrams: 10_000,
  maxPackages: 10,
  hasColdBox: false,
  ...more,
})
const even = (places: number) =>
  Array.from({ length: places }, (_, a) => Array.from({ length: places }, (__, b) => (a === b ? 0 : 600)))

describe('[RTE-02] planning a day', () => {
  test('every stop is on one route or unplanned; respects capacity, cold box, time windows and working hours', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const plan = planDayRounds(problem, (rounds) => rounds >= 30)
        const named = [...plan.routes.flatMap(({ order }) => order), ...plan.unplanned.map((one) => one.stop)]
        expect(named.toSorted((a, b) => a - b)).toEqual([...problem.stops.keys()])
        for (const { order, vehicle: index, endsAt, lateSeconds, arrivals } of plan.routes) {
          const vehicle = problem.vehicles[index] as DayVehicle
          const served = order.map((one) => problem.stops[one] as DayStop)
          const sum = (of: (one: DayStop) => number) => served.reduce((total, one) => total + of(one), 0)
          expect(sum(({ grams }) => grams)).toBeLessThanOrEqual(vehicle.maxGrams ?? Infinity)
          expect(sum(({ packages }) => packages)).toBeLessThanOrEqual(vehicle.maxPackages ?? Infinity)
          if (!vehicle.hasColdBox) expect(served.some(({ isCold }) => isCold)).toBe(false)
          expect(lateSeconds).toBe(0)
          expect(endsAt).toBeLessThanOrEqual(vehicle.hours.to)
          expect(arrivals).toHaveLength(order.length)
        }
      }),
      { numRuns: 120 },
    )
  })

  test('is never late when the direct way past a stop takes longer than the way through it', () => {
    const toLast = { from: 0, to: 1000 }
    const plan = planDayRounds(
      {
        travelSeconds: [
          [10, 100, 10, 100],
          [0, 10, 10, 0],
          [0, 10, 0, 100],
          [100, 100, 10, 0],
        ],
        stops: [
          stop(1, { window: { from: 0, to: 20 }, serviceSeconds: 0, packages: 2 }),
          stop(2, { window: { from: 0, to: 120 }, serviceSeconds: 0 }),
          stop(3, { window: toLast, serviceSeconds: 10 }),
        ],
        vehicles: [van({ hours: toLast, maxPackages: 3 }), van({ hours: toLast, maxPackages: 3 })],
      },
      (rounds) => rounds >= 30,
    )
    expect(plan.unplanned).toEqual([])
    expect(plan.routes.map(({ lateSeconds }) => lateSeconds)).toEqual(plan.routes.map(() => 0))
  })

  test('reports the reason for each stop that fits no vehicle', () => {
    const plan = planDayRounds(
      {
        travelSeconds: even(8).map((row, a) => row.map((seconds, b) => (a === 7 || b === 7 ? 30_000 : seconds))),
        stops: [
          stop(1),
          stop(2, { grams: 11_000 }),
          stop(3, { packages: 11 }),
          stop(4, { isCold: true }),
          stop(5, { window: { from: 0, to: 500 } }),
          stop(7),
          stop(6, { grams: 10_000 }),
        ],
        vehicles: [van()],
      },
      (rounds) => rounds >= 50,
    )
    expect(plan.unplanned.map(({ stop: at, reason }) => [at, reason])).toEqual([
      [1, 'TOO_HEAVY'],
      [2, 'TOO_MANY_PACKAGES'],
      [3, 'NO_COLD_BOX'],
      [4, 'OUTSIDE_WINDOW'],
      [5, 'BEYOND_HOURS'],
      expect.arrayContaining(['NO_ROOM']),
    ])
  })

  test('starts a vehicle when it is free; reports NO_TIME_LEFT if that is too late', () => {
    const plan = (from: number, to: number) =>
      planDayRounds({ travelSeconds: even(2), stops: [stop(1)], vehicles: [van({ free: { from, to } })] }, () => true)
    expect(plan(5000, 86_400).routes).toMatchObject([{ arrivals: [5600] }])
    expect(plan(39_000, 86_400).unplanned).toEqual([{ stop: 0, reason: 'NO_TIME_LEFT' }])
    const { endsAt = 0 } = plan(5000, 86_400).routes[0] ?? {}
    expect(plan(5000, endsAt).routes).toHaveLength(1)
    expect(plan(5000, endsAt - 1).unplanned).toEqual([{ stop: 0, reason: 'NO_TIME_LEFT' }])
  })

  test('assigns cold goods to the vehicle with a cold box; the same rounds give the same plan', () => {
    const problem = {
      travelSeconds: even(5),
      stops: [stop(1, { isCold: true }), stop(2), stop(3, { isCold: true }), stop(4)],
      vehicles: [van(), van({ hasColdBox: true })],
    }
    const rounds = (done: number) => done >= 20
    const plan = planDayRounds(problem, rounds)
    expect(plan.unplanned).toEqual([])
    for (const cold of [0, 2]) expect(plan.routes.find(({ order }) => order.includes(cold))?.vehicle).toBe(1)
    expect(planDayRounds(problem, rounds)).toEqual(plan)
  })
})
