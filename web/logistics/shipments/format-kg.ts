/** Formats a weight: "1,240.5 kg". */
export const formatKg = (weight: string): string =>
  `${Number(weight).toLocaleString('en', { maximumFractionDigits: 1 })} kg`
