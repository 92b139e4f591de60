/** Downloads a blob as a file with this name. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers start to read the blob only after the click event, so the URL must outlive this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
