declare module 'libheif-js/wasm-bundle.js' {
  interface Picture {
    is_primary(): boolean
    get_width(): number
    get_height(): number
    /** Fills `data` with red, green, blue, alpha; calls back with null if it can't. */
    display(
      target: { width: number; height: number; data: Uint8ClampedArray },
      done: (shown: unknown) => void,
    ): void
    free(): void
  }
  const libheif: { HeifDecoder: new () => { decode(file: Uint8Array): Picture[] } }
  export = libheif
}
