/* The currencies of ISO 4217 in use, without funds, metals and test codes. Listed here because runtimes include abolished ones. */

/** Currencies with two decimals, in which amounts are stored. */
export const currenciesWithHundredths = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK
  DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD
  KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
  PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH
  USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG`
  .trim()
  .split(/\s+/)

const otherCurrencies = `
  BHD BIF CLP DJF GNF IQD ISK JOD JPY KMF KRW KWD LYD OMR PYG RWF TND UGX UYI VND VUV XAF XOF XPF`
  .trim()
  .split(/\s+/)

export const isCurrency = (code: string): boolean =>
  currenciesWithHundredths.includes(code) || otherCurrencies.includes(code)
