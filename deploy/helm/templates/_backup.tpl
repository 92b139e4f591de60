{{/* Settings of the backup. FILES_DIRECTORY is empty if the files are in a bucket. Returns YAML. */}}
{{- define "plotline.backup" -}}
HTTP_PORT: "4108"
BACKUP_DIRECTORY: /backups
FILES_DIRECTORY: {{ eq .Values.files.store "volume" | ternary "/files" "" | quote }}
BACKUP_KEEP_HOURS: {{ .Values.backups.keep.hours | int | quote }}
BACKUP_KEEP_DAYS: {{ .Values.backups.keep.days | int | quote }}
BACKUP_KEEP_WEEKS: {{ .Values.backups.keep.weeks | int | quote }}
MONGO_URL_FILE: /run/secrets/mongo_url_backup
{{- end }}

{{/* The bucket for copies of the backups. Returns YAML. */}}
{{- define "plotline.backupBucket" -}}
{{- with .Values.backups.bucket }}
BACKUP_S3_ENDPOINT: {{ .endpoint | quote }}
BACKUP_S3_REGION: {{ .region | quote }}
BACKUP_S3_ACCESS_KEY_ID: {{ .accessKeyId | quote }}
BACKUP_S3_SECRET_ACCESS_KEY_FILE: /run/backup-bucket/backup_s3_secret_access_key
{{- end }}
{{- end }}

{{/* Where both pods of the backup get their variables from. Takes the root context. */}}
{{- define "plotline.backupSources" -}}
envFrom:
  - configMapRef: { name: backup }
  {{- if .Values.backups.bucket.enabled }}
  - configMapRef: { name: backup-bucket }
  {{- end }}
{{- if .Values.certificateAuthority.configMap }}
env:
  {{- include "plotline.authorityVariable" . | indent 2 }}
{{- end }}
{{- end }}

{{/* Mounts of both pods of the backup, after those of the secrets, the backups and the files. Takes the root context. */}}
{{- define "plotline.backupMounts" -}}
{{- if .Values.backups.bucket.enabled }}
- { name: backup-bucket, mountPath: /run/backup-bucket, readOnly: true }
{{- end }}
{{- if .Values.certificateAuthority.configMap }}
- { name: certificate-authority, mountPath: /run/certificate-authority, readOnly: true }
{{- end }}
{{- end }}

{{/* Volumes of both pods of the backup. Takes the root context. */}}
{{- define "plotline.backupVolumes" -}}
- name: secrets
  secret:
    secretName: {{ .Values.secret.name }}
    # Octal 440, which YAML 1.1 and 1.2 write differently.
    defaultMode: 288
    items: [{ key: mongo_url_backup, path: mongo_url_backup }]
- name: tmp
  emptyDir: { medium: Memory, sizeLimit: 16Mi }
- name: backups
  persistentVolumeClaim: { claimName: backups }
{{- if .Values.backups.bucket.enabled }}
- name: backup-bucket
  secret:
    secretName: {{ .Values.secret.name }}
    # Octal 440, which YAML 1.1 and 1.2 write differently.
    defaultMode: 288
    items: [{ key: backup_s3_secret_access_key, path: backup_s3_secret_access_key }]
{{- end }}
{{- with .Values.certificateAuthority.configMap }}
- name: certificate-authority
  configMap: { name: {{ . }} }
{{- end }}
{{- end }}
