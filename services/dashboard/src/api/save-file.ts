/** Downloads a blob as a file with the given name. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers start reading the blob only after the click event. So the URL must remain valid beyond this turn of
  // the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
