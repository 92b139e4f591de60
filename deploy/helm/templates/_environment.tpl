{{/*
Secrets of a unit: keys of the Secret with the variables that name their files. Takes a dict of `name` and `unit`.
Returns YAML, a list below `items`.
*/}}
{{- define "plotline.secrets" -}}
{{- $name := .name }}
items:
  {{- if eq $name "gateway" }}
  - { key: redis_url, variable: REDIS_URL }
  {{- else }}
  - { key: mongo_url_{{ $name }}, variable: MONGO_URL }
  - { key: answer_seal_secret, variable: ANSWER_SEAL_SECRET }
  - { key: answer_seal_secret_previous, variable: ANSWER_SEAL_SECRET_PREVIOUS }
  {{- end }}
  - { key: amqp_url_{{ $name }}, variable: AMQP_URL }
  - { key: caller_key_{{ $name }}, variable: CALLER_KEY }
  - { key: caller_key_{{ $name }}_previous, variable: CALLER_KEY_PREVIOUS }
  - { key: caller_public_keys, variable: CALLER_PUBLIC_KEYS }
  {{- range .unit.rotatedSecrets }}
  - { key: {{ . }}, variable: {{ upper . }} }
  - { key: {{ . }}_previous, variable: {{ upper . }}_PREVIOUS }
  {{- end }}
  {{- range .unit.plainSecrets }}
  - { key: {{ . }}, variable: {{ upper . }} }
  {{- end }}
{{- end }}

{{/* Variables of a unit's ConfigMap. Takes a dict of `root`, `name` and `unit`. Returns YAML. */}}
{{- define "plotline.variables" -}}
{{- $units := include "plotline.units" .root | fromYaml }}
{{- if eq .name "gateway" }}
API_PORT: "8080"
SANDBOX_PORT: "8081"
AUTH_PORT: "8082"
PRIVATE_PORT: {{ .unit.http | int | quote }}
{{- range $name, $unit := omit $units "gateway" }}
{{ upper $name }}_URL: http://{{ $name }}-pods:{{ $unit.http | int }}
{{- end }}
{{- else }}
HTTP_PORT: {{ .unit.http | int | quote }}
GRPC_PORT: {{ .unit.grpc | int | quote }}
MONGO_DATABASE: plotline_{{ .name }}
{{- end }}
{{- range .unit.calls }}
{{ upper . }}_GRPC: dns:///{{ . }}-pods:{{ (index $units .).grpc | int }}
{{- end }}
{{- range (include "plotline.secrets" . | fromYaml).items }}
{{ .variable }}_FILE: /run/secrets/{{ .key }}
{{- end }}
{{- $further := merge (dict) ((index .root.Values.units .name).env | default dict) (.unit.variables | default dict) }}
{{- range $variable, $value := $further }}
{{ $variable }}: {{ $value | quote }}
{{- end }}
{{- end }}

{{/* Settings that several units share. Returns YAML. */}}
{{- define "plotline.settings" -}}
API_BASE_URL: {{ .Values.addresses.api | quote }}
SANDBOX_BASE_URL: {{ .Values.addresses.sandbox | quote }}
AUTH_BASE_URL: {{ .Values.addresses.auth | quote }}
MAIL_FROM: {{ .Values.mailFrom | quote }}
TRUSTED_PROXIES: {{ .Values.trustedProxies | quote }}
{{- with .Values.mapTiles.url }}
MAP_TILES_URL: {{ . | quote }}
{{- end }}
{{- with .Values.mapTiles.attribution }}
MAP_TILES_ATTRIBUTION: {{ . | quote }}
{{- end }}
{{- end }}

{{/* Where transfer keeps its files. Returns YAML. */}}
{{- define "plotline.files" -}}
{{- if eq .Values.files.store "bucket" }}
{{- with .Values.files.bucket }}
FILES_S3_ENDPOINT: {{ .endpoint | quote }}
FILES_S3_REGION: {{ .region | quote }}
FILES_S3_ACCESS_KEY_ID: {{ .accessKeyId | quote }}
FILES_S3_SECRET_ACCESS_KEY_FILE: /run/bucket/files_s3_secret_access_key
{{- end }}
{{- else }}
FILES_DIRECTORY: /files
{{- end }}
{{- end }}

{{/* Whether a program uses the archive of the journal. Takes a dict of `root` and `unit`. */}}
{{- define "plotline.usesArchive" -}}
{{- if and .unit.archivesJournal .root.Values.journalArchive.enabled }}true{{ end }}
{{- end }}

{{/* Which journal entries are archived, and where. Returns YAML. */}}
{{- define "plotline.journalArchive" -}}
{{- with .Values.journalArchive }}
JOURNAL_ARCHIVE_DAYS: {{ .days | int | quote }}
ARCHIVE_S3_ENDPOINT: {{ .bucket.endpoint | quote }}
ARCHIVE_S3_REGION: {{ .bucket.region | quote }}
ARCHIVE_S3_ACCESS_KEY_ID: {{ .bucket.accessKeyId | quote }}
ARCHIVE_S3_SECRET_ACCESS_KEY_FILE: /run/journal-archive/archive_s3_secret_access_key
{{- end }}
{{- end }}

{{/* Where traces are sent to. Returns YAML. */}}
{{- define "plotline.traces" -}}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ .Values.traces.endpoint | quote }}
OTEL_TRACES_SAMPLER_ARG: {{ .Values.traces.share | quote }}
{{- end }}

{{/* Hash of everything that a unit's ConfigMaps contain. A change of it restarts the pods. */}}
{{- define "plotline.checksum" -}}
{{- $parts := list (include "plotline.variables" .) (include "plotline.settings" .root) }}
{{- if eq .name "transfer" }}{{ $parts = append $parts (include "plotline.files" .root) }}{{ end }}
{{- if include "plotline.usesArchive" . }}{{ $parts = append $parts (include "plotline.journalArchive" .root) }}{{ end }}
{{- if .root.Values.traces.enabled }}{{ $parts = append $parts (include "plotline.traces" .root) }}{{ end }}
{{- $parts | join "\n" | sha256sum }}
{{- end }}
