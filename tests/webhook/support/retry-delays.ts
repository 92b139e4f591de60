export const minuteMs = 60_000;

/** Delays before the second and each further attempt of a delivery. */
export const retryDelaysMs = [5 * minuteMs, 30 * minuteMs, 120 * minuteMs, 24 * 60 * minuteMs];
