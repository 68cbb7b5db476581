/** The texts of a locale file: nested by feature. */
export interface Texts {
  [key: string]: string | Texts
}
