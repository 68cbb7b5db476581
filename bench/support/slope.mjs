/**
 * Slope of measured points: the median of the slopes between all pairs (Theil-Sen), which is robust against outliers,
 * and its confidence interval of 95 % (Sen 1968, from Kendall's tau). Points are `[x, y]`.
 */
export function slopeOf(points) {
  const slopes = points
    .flatMap(([x, y], index) => points.slice(index + 1).map(([x2, y2]) => (y2 - y) / (x2 - x)))
    .sort((a, b) => a - b)
  const n = points.length
  const spread = 1.96 * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)
  const at = (place) => slopes[Math.min(slopes.length - 1, Math.max(0, Math.round(place)))]
  return {
    slope: at((slopes.length - 1) / 2),
    low: at((slopes.length - spread) / 2 - 1),
    high: at((slopes.length + spread) / 2),
  }
}
