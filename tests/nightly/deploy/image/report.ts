/** Rights of a program, as the kernel reports them. */
export interface Rights {
  /** Real, effective, saved and file system ids. */
  readonly userIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly capabilities: string;
  /** Capabilities that it could get by running another program. */
  readonly boundingSet: string;
  readonly hasNoNewPrivileges: boolean;
}

export interface ProgramReport {
  readonly name: string;
  readonly command: readonly string[];
  readonly variables: readonly string[];
  readonly rights: Rights;
  /** Folders that it could write to. */
  readonly written: readonly string[];
  readonly secondsToReady: number;
  readonly peakMemoryMiB: number;
  readonly limitBytes: string;
  readonly exit: number | string;
}

/** Result of running the image on local stores. */
export interface RunReport {
  readonly programs: readonly ProgramReport[];
  /** Exit code and output of deploy/smoke-test.mjs. */
  readonly sale: { readonly code: number; readonly output: string };
}
