// Fills the young generation as a load does, then idles and tells its memory to whoever asks.
let kept = [];
for (let count = 0; count < 20_000_000; count += 1) {
  kept.push({ count });
  if (kept.length > 200_000) kept = [];
}
kept = [];
process.on('message', () => process.send(process.memoryUsage().rss));
process.send(process.memoryUsage().rss);
