/** Lets the browser save a file that the page has, under that name. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read the file when the click returns; another turn of the loop is for those that have not.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
