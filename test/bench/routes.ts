import { parseArgs } from 'node:util'
import { makeInstance, type WindowWidth } from '#shared/logistics/optimiser/instances.ts'
import { compareTimings } from '#shared/logistics/optimiser/schedule.ts'
import { optimiseRounds, type RoutePlan, type RouteProblem } from '#shared/logistics/optimise-route.ts'
import { problemOf, publishedRoutes } from '#test/published-routes.ts'

/*
 * npm run bench:routes -- --stops=20,40,60,100 --seeds=3 --budget-ms=1000 --long-ms=10000: how far the order of stops
 * found within the budget is from the best one that long runs with other seeds find. The budget is processor time, so
 * that a busy machine gives the same result.
 */

const { values } = parseArgs({
  options: {
    stops: { type: 'string', default: '20,40,60,100' },
    seeds: { type: 'string', default: '3' },
    'budget-ms': { type: 'string', default: '1000' },
    'long-ms': { type: 'string', default: '10000' },
  },
})
const budgetMs = Number(values['budget-ms'])
const widths: readonly WindowWidth[] = ['none', 'wide', 'narrow']
const processorMs = () => process.cpuUsage().user / 1000

console.log('stops  windows  seed  travel (s)  late (s)    gap     ms  rounds')
for (const stops of values.stops.split(',').map(Number)) {
  for (const width of widths) {
    for (let seed = 1; seed <= Number(values.seeds); seed += 1) measure(stops, width, seed)
  }
}

console.log('\npublished  stops  shortest  found    gap     ms  rounds')
for (const one of publishedRoutes) {
  const { plan, ms, rounds } = within(problemOf(one), budgetMs)
  const gap = `${((plan.travelSeconds / one.shortest - 1) * 100).toFixed(2)} %`
  const figures = [one.points.length - 1, one.shortest, plan.travelSeconds, gap, ms.toFixed(0), rounds]
  console.log(one.name.padEnd(9), ...figures.map((figure) => String(figure).padStart(7)))
}

function measure(stops: number, width: WindowWidth, seed: number): void {
  const problem = makeInstance(stops * 1000 + seed, stops, width)
  const found = within(problem, budgetMs)
  const others = [11, 12].map((other) => within({ ...problem, seed: other }, Number(values['long-ms']) / 2).plan)
  const best = [found.plan, ...others].toSorted(compareTimings)[0] ?? found.plan
  const gap = (found.plan.travelSeconds / best.travelSeconds - 1) * 100
  const cells = [
    String(stops).padStart(5),
    width.padStart(7),
    String(seed).padStart(4),
    String(found.plan.travelSeconds).padStart(10),
    String(found.plan.lateSeconds).padStart(8),
    `${gap.toFixed(2)} %`.padStart(7),
    found.ms.toFixed(0).padStart(5),
    String(found.rounds).padStart(6),
  ]
  console.log(cells.join('  '))
}

function within(problem: RouteProblem, ms: number): { plan: RoutePlan; ms: number; rounds: number } {
  const began = processorMs()
  let rounds = 0
  const plan = optimiseRounds(problem, (done) => {
    rounds = done
    return processorMs() - began >= ms
  })
  return { plan, ms: processorMs() - began, rounds }
}
