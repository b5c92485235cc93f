/** Formats a weight: "1,240.5 kg", "0.02 kg". */
export const formatKg = (weight: string): string =>
  `${Number(weight).toLocaleString('en', { maximumFractionDigits: Number(weight) < 0.1 ? 3 : 1 })} kg`
