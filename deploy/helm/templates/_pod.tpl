{{/* Rights and placement of every pod of the image. Takes the root context. */}}
{{- define "plotline.podSpec" -}}
automountServiceAccountToken: false
# Kubernetes would set variables such as AUTH_PORT for the Service auth. Plotline uses the same names for other values.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The container of every pod of the image, up to its own keys. Takes a dict of `root` and `name`. */}}
{{- define "plotline.container" -}}
name: program
image: {{ include "plotline.image" . }}
{{- with .root.Values.image.pullPolicy }}
imagePullPolicy: {{ . }}
{{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Mounts of every program and migration. Takes the root context. */}}
{{- define "plotline.mounts" -}}
- { name: secrets, mountPath: /run/secrets, readOnly: true }
- { name: tmp, mountPath: /tmp }
{{- if .Values.certificateAuthority.configMap }}
- { name: certificate-authority, mountPath: /run/certificate-authority, readOnly: true }
{{- end }}
{{- end }}

{{/* Volumes of every program and migration. Takes a dict of `root`, `name` and `unit`. */}}
{{- define "plotline.volumes" -}}
- name: tmp
  emptyDir: { medium: Memory, sizeLimit: 16Mi }
- name: secrets
  secret:
    secretName: {{ .root.Values.secret.name }}
    # Octal 440, which YAML 1.1 and 1.2 write differently.
    defaultMode: 288
    items:
      {{- range (include "plotline.secrets" . | fromYaml).items }}
      - { key: {{ .key }}, path: {{ .key }} }
      {{- end }}
{{- with .root.Values.certificateAuthority.configMap }}
- name: certificate-authority
  configMap: { name: {{ . }} }
{{- end }}
{{- end }}

{{/* Variables of every program and migration that no ConfigMap of the chart has. Takes the root context. */}}
{{- define "plotline.authorityVariable" -}}
{{- if .Values.certificateAuthority.configMap }}
- { name: NODE_EXTRA_CA_CERTS, value: /run/certificate-authority/ca.crt }
{{- end }}
{{- end }}
