/** A locale's texts, nested by feature. */
export interface Texts {
  [key: string]: string | Texts
}
