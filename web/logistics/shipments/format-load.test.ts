import { expect, test } from 'vitest'
import { loadFacts, waitingLoad } from './format-load.ts'

test('[SHP-01] a load shows only what is known of it, and goods that wait say that they are not packed', () => {
  expect(loadFacts({ packages: 1200, weight: '1240.5' })).toEqual(['1,200 pkg', '1,240.5 kg'])
  expect(loadFacts({ packages: 2, weight: '0' })).toEqual(['2 pkg'])
  expect(loadFacts({ packages: 1, weight: '0.02' })).toEqual(['1 pkg', '0.02 kg'])
  expect(loadFacts({ packages: 0, weight: '0' })).toEqual([])
  expect(waitingLoad({ packages: 0, weight: '0' })).toEqual(['Not packed yet'])
  expect(waitingLoad({ packages: 0, weight: '3.5' })).toEqual(['Not packed yet', '3.5 kg'])
  expect(waitingLoad({ packages: 1, weight: '3.5' })).toEqual(['1 pkg', '3.5 kg'])
})
