import type { RouteProblem } from '#shared/logistics/optimise-route.ts'

/**
 * Published travelling salesman problems (TSPLIB) with their proven shortest tour, distances rounded to whole numbers.
 */
export interface PublishedRoute {
  name: string
  shortest: number
  points: readonly (readonly [x: number, y: number])[]
}

const pointsOf = (text: string) =>
  text.split(';').map((pair) => {
    const [x = 0, y = 0] = pair.trim().split(' ').map(Number)
    return [x, y] as const
  })

export const publishedRoutes: readonly PublishedRoute[] = [
  {
    name: 'eil51',
    shortest: 426,
    points:
      pointsOf(`37 52; 49 49; 52 64; 20 26; 40 30; 21 47; 17 63; 31 62; 52 33; 51 21; 42 41; 31 32; 5 25; 12 42; 36 16;
      52 41; 27 23; 17 33; 13 13; 57 58; 62 42; 42 57; 16 57; 8 52; 7 38; 27 68; 30 48; 43 67; 58 48; 58 27; 37 69; 38 46; 46 10;
      61 33; 62 63; 63 69; 32 22; 45 35; 59 15; 5 6; 10 17; 21 10; 5 64; 30 15; 39 10; 32 39; 25 32; 25 55; 48 28; 56 37; 30 40`),
  },
  {
    name: 'berlin52',
    shortest: 7542,
    points:
      pointsOf(`565 575; 25 185; 345 750; 945 685; 845 655; 880 660; 25 230; 525 1000; 580 1175; 650 1130; 1605 620;
      1220 580; 1465 200; 1530 5; 845 680; 725 370; 145 665; 415 635; 510 875; 560 365; 300 465; 520 585; 480 415; 835 625;
      975 580; 1215 245; 1320 315; 1250 400; 660 180; 410 250; 420 555; 575 665; 1150 1160; 700 580; 685 595; 685 610; 770 610;
      795 645; 720 635; 760 650; 475 960; 95 260; 875 920; 700 500; 555 815; 830 485; 1170 65; 830 610; 605 625; 595 360;
      1340 725; 1740 245`),
  },
]

/** A round trip from the first point through all others and back, without time windows. */
export function problemOf({ points }: PublishedRoute): RouteProblem {
  const places = [...points, ...points.slice(0, 1)]
  return {
    travelSeconds: places.map(([x, y]) => places.map(([a, b]) => Math.round(Math.hypot(x - a, y - b)))),
    windows: places.map(() => ({ from: 0, to: 1_000_000 })),
    serviceSeconds: places.map(() => 0),
  }
}
