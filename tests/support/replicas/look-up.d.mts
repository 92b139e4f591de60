export function lookUpAt(server: string): () => void;
