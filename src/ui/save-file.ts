export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
