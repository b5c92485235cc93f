/** "1 unit", "1,200 units", "-1 unit". */
export const formatUnits = (count: number): string =>
  `${count.toLocaleString('en')} ${Math.abs(count) === 1 ? 'unit' : 'units'}`
